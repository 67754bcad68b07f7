"""What a seat may see and do. Everything that leaves for a seat is cut here first, before it is rendered or sent.

`cut.known` makes the table as a seat knows it: whoever is hidden is not there, numbers that are not known are
not there either. View, composer, odds and refusals are computed from that, so they cannot depend on the rest.
"""
