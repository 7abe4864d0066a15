-- compatible-with: 0001-library.sql
-- What several servers over one database need.

-- Which node does what must be done once. Moments are those of the database's clock.
create table lease (
  name text collate "C" primary key,
  holder text collate "C" not null,
  until bigint not null
);
