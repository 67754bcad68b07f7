"""Playing in the terminal: a person has some of the combatants, tactics have the rest.

`session` is the loop; what is printed comes from `map`, `choices`, `asked` and `heard`, all from the table as the
seat knows it (`knowledge`).
"""
