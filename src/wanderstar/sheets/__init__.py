"""Characters, adversaries, weapons, encounters: TOML in, every fault at once, JSON Schema out."""
