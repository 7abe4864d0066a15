-- Pairs of files with nearly the same text of which an administrator said that both shall stay. By the digests of their
-- bytes, the smaller first. A pair is deleted with the last file that has the bytes of either.

create table kept_pairs (
  first_sha256 text not null,
  second_sha256 text not null,
  kept_at integer not null,
  primary key (first_sha256, second_sha256)
) strict, without rowid;

create index kept_pairs_second on kept_pairs (second_sha256);

create trigger kept_pairs_on_file_delete after delete on files
when old.sha256 <> '' and not exists (select 1 from files where sha256 = old.sha256) begin
  delete from kept_pairs where first_sha256 = old.sha256;
  delete from kept_pairs where second_sha256 = old.sha256;
end;
