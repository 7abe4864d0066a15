-- The library's lists are in order of title: of all books, of a faculty's, of a term's.
create index if not exists books_by_title on materials (kind, title, sequence) where kind = 'book' and deleted_at is null;
create index if not exists books_by_faculty on materials (kind, faculty_id, title, sequence) where kind = 'book' and deleted_at is null;
create index if not exists books_by_term on materials (kind, faculty_id, semester_id, title, sequence) where kind = 'book' and deleted_at is null;

-- The few of a kind that are not for everybody are found by that, also before the engine has learnt how few they are.
create index if not exists materials_by_kind_and_readers on materials (kind, is_public) where deleted_at is null;

-- The trash of one kind, last in first.
create index if not exists materials_in_trash_by_kind on materials (kind, deleted_at, sequence) where deleted_at is not null;
