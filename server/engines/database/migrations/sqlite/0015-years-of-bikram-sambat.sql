-- The year of Bikram Sambat that is printed on a material, beside the year AD. It begins in the middle of April, so it
-- lies in two years AD. Nothing is known of the materials that are there already.

alter table materials add column year_bs integer check (year_bs is null or (year is not null and year_bs - year in (56, 57)));
