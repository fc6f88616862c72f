"""The options of Sheng Ji, by theme: each is declared once, with its values, meanings, rules, type and conflicts."""
