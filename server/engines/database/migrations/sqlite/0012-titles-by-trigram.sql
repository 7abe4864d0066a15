-- Every three letters in a row of a title, so that a text anywhere in it is found without reading all titles. The titles
-- are compared once more, so the index has no positions.

create virtual table materials_title_trigrams using fts5 (
  title_folded,
  content = 'materials',
  content_rowid = 'sequence',
  tokenize = 'trigram case_sensitive 1',
  detail = none,
  columnsize = 0
);

insert into materials_title_trigrams (materials_title_trigrams) values ('rebuild');

create trigger materials_trigrams_on_insert after insert on materials begin
  insert into materials_title_trigrams (rowid, title_folded) values (new.sequence, new.title_folded);
end;

create trigger materials_trigrams_on_delete after delete on materials begin
  insert into materials_title_trigrams (materials_title_trigrams, rowid, title_folded)
  values ('delete', old.sequence, old.title_folded);
end;

create trigger materials_trigrams_on_update after update of title_folded on materials
when old.title_folded is not new.title_folded begin
  insert into materials_title_trigrams (materials_title_trigrams, rowid, title_folded)
  values ('delete', old.sequence, old.title_folded);
  insert into materials_title_trigrams (rowid, title_folded) values (new.sequence, new.title_folded);
end;
