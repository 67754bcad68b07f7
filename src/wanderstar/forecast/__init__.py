"""Whole fights: how they will go, exactly where the states fit, by simulation past that."""
