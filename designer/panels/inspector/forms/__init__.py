"""One form for each construct of the language, a file each."""
