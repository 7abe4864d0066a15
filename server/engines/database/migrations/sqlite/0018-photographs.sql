-- The photographs that a PDF was made of, in their order. They count as uses of the photographs' files, so that those are
-- neither listed as unused nor deleted while the PDF is there.

create table photographs (
  file_id text not null references files (id) on delete cascade,
  position integer not null check (position >= 0),
  photograph_id text not null references files (id),
  turn integer not null check (turn in (0, 90, 180, 270)),
  keeps_whole integer not null check (keeps_whole in (0, 1)),
  primary key (file_id, position)
) strict, without rowid;

create index photographs_by_photograph on photographs (photograph_id);

create trigger photographs_used after insert on photographs begin
  update files set uses = uses + 1 where id = new.photograph_id;
end;

create trigger photographs_let_go after delete on photographs begin
  update files set uses = uses - 1 where id = old.photograph_id;
end;
