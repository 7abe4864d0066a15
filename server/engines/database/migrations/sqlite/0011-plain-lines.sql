-- Titles and names that were kept before lines were made plain (domain/plain-line.ts): without what is not seen and what
-- turns the direction of the text. plain_line, fold_case and indexed_words are functions of ours (text-functions.ts).

update materials set title = coalesce(nullif(plain_line(title), ''), 'Untitled')
where title <> plain_line(title);

update materials set title_folded = fold_case(title), title_words = indexed_words(title)
where title_folded <> fold_case(title) or title_words <> indexed_words(title);

update files set name = coalesce(nullif(plain_line(name), ''), id), name_folded = fold_case(coalesce(nullif(plain_line(name), ''), id))
where name <> plain_line(name);

update accounts set name = plain_line(name)
where name <> plain_line(name);
