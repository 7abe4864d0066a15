-- Until now every administrator was made by ADMIN_EMAIL or by the first start.
alter table accounts add column is_from_settings integer not null default 0 check (is_from_settings in (0, 1));
update accounts set is_from_settings = is_administrator;

create index accounts_by_role on accounts (is_administrator);

-- Browsers that have signed in to an account, so that strangers' wrong passwords never lock them out. One browser has
-- one secret, of which only the SHA-256 is kept, however many accounts it knows.
create table browsers (
  user_id text not null references accounts (id) on delete cascade,
  secret_hash text not null,
  created_at integer not null,
  seen_at integer not null,
  primary key (user_id, secret_hash)
) strict, without rowid;

create index browsers_by_secret on browsers (secret_hash);
create index browsers_by_last_sign_in on browsers (seen_at);

-- Who has to wait before the next sign-in, so that a restart does not forgive an attack. The keys are keyed hashes.
create table sign_in_waits (
  key text primary key,
  step integer not null,
  ends_at integer not null
) strict, without rowid;

create index sign_in_waits_by_end on sign_in_waits (ends_at);

-- Who did what, when and from which network. Deeds are what administrators, the command line and the server did; the
-- rest is what strangers and other accounts can cause, kept apart so that it never pushes out a deed.
create table trail (
  sequence integer primary key autoincrement,
  at integer not null,
  is_deed integer not null check (is_deed in (0, 1)),
  action text not null,
  user_id text not null,
  user_name text not null,
  subject_id text not null,
  title text not null,
  network text not null,
  -- Failures are counted by the hour: how many they were, and when the last one was.
  times integer not null default 1,
  last_at integer not null,
  counted_hour integer
) strict;

create index trail_by_kind on trail (is_deed, sequence);
create unique index trail_counted on trail (counted_hour, action, user_id, network) where counted_hour is not null;
