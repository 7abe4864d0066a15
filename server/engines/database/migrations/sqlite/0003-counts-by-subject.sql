-- Where a subject of one name is held: asked wherever one of that name is empty, so that the way on is no dead end.
create index shelf_counts_by_subject on shelf_counts (subject_folded);
