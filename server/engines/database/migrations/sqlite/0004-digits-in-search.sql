-- The index of words holds ASCII digits where a title has Devanagari ones (search-words.ts), so that 2080 and २०८० find
-- each other. The trigger on title_words brings the index up to date.

update materials set title_words =
  replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    title_words,
    '०', '0'), '१', '1'), '२', '2'), '३', '3'), '४', '4'), '५', '5'), '६', '6'), '७', '7'), '८', '8'), '९', '9')
where title_words glob '*[०-९]*';
