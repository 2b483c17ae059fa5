/**
 * Jobs wait in one of three lanes, so that a long import never keeps an order waiting. `quick` is for work of seconds,
 * `bulk` for work of minutes, `paced` for what goes for minutes by somebody else's pace and mostly waits.
 */
export const lanes = ['quick', 'bulk', 'paced'] as const

/**
 * Jobs as people see them, read from where they really are, so that the two can't differ. The view shows a company its
 * own jobs only. It is made by `migrate` after each run and not by a migration, because it stands on pg-boss's table.
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

/** What the dashboard asks of a company's jobs, of which there may be millions: the newest, and how many in each state. */
export const backgroundJobsIndex = {
  name: 'pgboss.lockstep_job_company',
  create: `create index concurrently lockstep_job_company on pgboss.job_common (group_id, created_on desc, id desc)`,
}

export type Lane = (typeof lanes)[number]
