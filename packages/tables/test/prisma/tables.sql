create table mood_entries (
  id uuid primary key default gen_random_uuid(),
  telegram_user_id text not null,
  mood text not null,
  energy_level integer not null,
  notes text,
  price numeric(10, 2),
  active boolean,
  metadata jsonb,
  "timestamp" timestamptz not null,
  unique (telegram_user_id, "timestamp")
);

create table counters (
  id bigserial primary key,
  name text not null constraint one_counter_of_a_name unique,
  total bigint
);

create table visits (
  id serial primary key,
  counter_id bigint not null references counters
);

create table documents (id text primary key, title text not null);

create table tickets (id text primary key, title text not null unique);

create table settings (name text not null unique, value text not null);

create table "order" (
  id serial primary key,
  "order" text not null,
  "select" integer,
  "group" text not null,
  unique ("order", "group")
);

create type color as enum ('dark red', 'GREEN');

create table paints (id serial primary key, color color not null);

create table limits (
  id serial primary key,
  short varchar(5) not null,
  small smallint,
  amount numeric(5, 2),
  level integer check (level between 1 and 10),
  strict text not null default '',
  uuid uuid,
  ratio double precision,
  day date,
  tags text[],
  photo bytea,
  place point,
  changed timestamp(3) not null
);
