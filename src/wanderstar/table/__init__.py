"""The live table: a room where a GM and players run one fight from laptop and phones.

`house` all tables of one server; `room` one table and whoever acts at it; `store` what is kept; `hub` the live
streams; `api`, `pages` what is asked over HTTP; `security` what every answer and every request must hold to.
"""
