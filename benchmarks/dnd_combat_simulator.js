// Fights a second of the npm package dnd-combat-simulator on a four against four of its own kind: one process, warm.
// With `parry` everybody has the package's reaction, once a round.
// node dnd_combat_simulator.js FOLDER_OF_THE_PACKAGE SECONDS [parry]
const [folder, seconds, reaction] = process.argv.slice(2);
const dnd = require(folder);

const combat = new dnd.Combat();
for (const [id, bonus] of [['heroes', 5], ['orcs', 4]]) {
  const party = new dnd.Party();
  for (let i = 0; i < 4; i++) {
    const one = new dnd.Combatant(`${id} ${i}`, 22, 14, 2, bonus, 8, 1, 3);
    if (reaction) one.addReaction(new dnd.reaction.Reaction(dnd.reaction.reactions[reaction]));
    party.addMember(one);
  }
  combat.addParty(party, id);
}

// Another program may be in the way: then its processor time counts, as ours does.
function run(milliseconds) {
  const began = performance.now();
  const used = process.cpuUsage();
  let fights = 0;
  while (performance.now() - began < milliseconds) {
    for (let i = 0; i < 200; i++) {
      combat.runFight();
      combat.reset();
    }
    fights += 200;
  }
  const worked = process.cpuUsage(used);
  return fights / Math.min((performance.now() - began) / 1000, (worked.user + worked.system) / 1e6);
}

run(500);
console.log(run(1000 * Number(seconds)));
