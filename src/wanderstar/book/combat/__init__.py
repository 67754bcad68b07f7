"""Chapter 11, Combat."""
