// Fights a second of the npm package dnd-combat-simulator on a four against four of its own kind: one process, warm.
// node dnd_combat_simulator.js FOLDER_OF_THE_PACKAGE SECONDS
const [folder, seconds] = process.argv.slice(2);
const dnd = require(folder);

const combat = new dnd.Combat();
for (const [id, bonus] of [['heroes', 5], ['orcs', 4]]) {
  const party = new dnd.Party();
  for (let i = 0; i < 4; i++) party.addMember(new dnd.Combatant(`${id} ${i}`, 22, 14, 2, bonus, 8, 1, 3));
  combat.addParty(party, id);
}

function run(milliseconds) {
  const began = performance.now();
  let fights = 0;
  while (performance.now() - began < milliseconds) {
    for (let i = 0; i < 200; i++) {
      combat.runFight();
      combat.reset();
    }
    fights += 200;
  }
  return fights / ((performance.now() - began) / 1000);
}

run(500);
console.log(run(1000 * Number(seconds)));
