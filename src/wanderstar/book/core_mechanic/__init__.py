"""Chapter 5, The Core Mechanic."""
