-- compatible-with: 0005-photograph-works.sql
-- Titles are in natural order: Unit 2 before Unit 10. The same as naturalKey in domain/natural-order.ts, for a folded title.
create function natural_key(folded text) returns text language sql immutable strict parallel safe
as $$
  select left(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          translate(regexp_replace(normalize(folded, nfd), '[\u0300-\u036f]', '', 'g'), '०१२३४५६७८९', '0123456789'),
          ' +', ' ', 'g'
        ),
        '[0-9]+', '0000000000\&', 'g'
      ),
      '(?<![0-9])0+([0-9]{10,})', '\1', 'g'
    ),
    500
  )
$$;

-- Beside those in order of the title itself, which older servers read.
create index materials_by_title_key on materials (natural_key(title_folded), sequence) where deleted_at is null;
create index books_by_title_key on materials (kind, natural_key(title_folded), sequence) where kind = 'book' and deleted_at is null;
create index books_by_faculty_and_title_key on materials (kind, faculty_id, natural_key(title_folded), sequence) where kind = 'book' and deleted_at is null;
create index books_by_term_and_title_key on materials (kind, faculty_id, semester_id, natural_key(title_folded), sequence) where kind = 'book' and deleted_at is null;
