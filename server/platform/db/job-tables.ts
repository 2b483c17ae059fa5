/**
 * The queues of pg-boss. Three of them, so that a long import never delays an order: `quick` for work of seconds, `bulk` for work of
 * minutes, `paced` for work of minutes that mostly waits for another service's rate limit.
 */
export const lanes = ['quick', 'bulk', 'paced'] as const

/**
 * The view `background_jobs`: pg-boss's own rows as people see them, limited to the company of the transaction. `migrate` creates it
 * after each run, because it depends on pg-boss's table, which no migration creates.
 */
export const backgroundJobsView = `
create or replace view public.background_jobs with (security_barrier) as
select
  group_id::uuid as company_id,
  id,
  name as lane,
  data ->> 'job' as name,
  case
    when state = 'active' then 'active'
    when state = 'completed' then 'completed'
    when state in ('failed', 'cancelled') then 'failed'
    when start_after > now() then 'delayed'
    else 'waiting'
  end as status,
  data -> 'payload' as data,
  case when state = 'completed' then output end as result,
  case
    when state = 'completed' then null
    when output ? 'value' then 'The process that ran it has stopped, so another runs it again.'
    else output ->> 'message'
  end as error,
  (data #>> '{tally,failures}')::int + (state in ('active', 'completed'))::int as attempts,
  (data ->> 'maxAttempts')::int as max_attempts,
  created_on as created_at,
  started_on as started_at,
  completed_on as completed_at
from pgboss.job
where name in (${lanes.map((lane) => `'${lane}'`).join(', ')})
  and group_id = nullif(current_setting('app.company_id', true), '')`

/** For the dashboard's queries over a company's jobs (millions of rows): the newest, and the count per state. */
export const backgroundJobsIndex = {
  name: 'pgboss.lockstep_job_company',
  create: `create index concurrently lockstep_job_company on pgboss.job_common (group_id, created_on desc, id desc)`,
}

/** How pg-boss's own connections are named. The policy below knows them by it, also those of the previous release. */
export const queueApplicationName = 'lockstep jobs'

/** Another rule needs another name: by the name `migrate` notices which tables have it. */
const jobPolicy = 'lockstep_company'

/**
 * Row-level security of pg-boss's jobs, whose group is their company: a company's transactions see and change its own jobs, the
 * platform's all of them, and so do the queue's. One policy instead of three, because pg-boss's statements are planned anew each
 * time: 5 % of a fetch instead of 15 %.
 */
const jobRule = `
  (select current_setting('application_name') = '${queueApplicationName}' or current_setting('app.scope', true) = 'platform')
  or group_id = (select current_setting('app.company_id', true))`

/**
 * Tables of jobs without it: the partitioned table and its partitions, which pg-boss addresses directly. The owner is exempt (no
 * FORCE), because pg-boss's migrations change rows as the owner.
 */
export const unprotectedJobTables = `
select relid::regclass::text as name from pg_partition_tree('pgboss.job') join pg_class on pg_class.oid = relid
where not relrowsecurity or not exists (select from pg_policy where polrelid = relid and polname = '${jobPolicy}')`

/** One transaction, as a simple query with several statements. */
export const protectJobTable = (name: string): string => `
drop policy if exists ${jobPolicy} on ${name};
create policy ${jobPolicy} on ${name} using (${jobRule}) with check (${jobRule});
alter table ${name} enable row level security`

export type Lane = (typeof lanes)[number]
