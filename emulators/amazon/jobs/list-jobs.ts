import { compareText } from '../iso-time.ts'
import type { Call } from '../operation.ts'
import { parametersOf, type Parameters } from '../request-input.ts'
import { jobStatuses, statusOf, type Job } from './job.ts'

const keptFor = 90 * 24 * 60 * 60 * 1000

/** Lists jobs, newest first. The page token contains the whole query and is sent alone. */
export function listJobs<Listed extends Job>(
  { query: given, now }: Call,
  jobs: Record<string, Listed>,
  typesName: 'feedTypes' | 'reportTypes',
): { page: Listed[]; nextToken?: string } {
  const { query, start } = openToken(given)
  const read = parametersOf(query, '400')
  const size = read.integer('pageSize', { most: 100, otherwise: 10 })
  // Fixes the end, so that jobs created between two pages shift no row.
  const until = read.moment('createdUntil') ?? now
  query.set('createdUntil', until.toISOString())
  const found = Object.values(jobs)
    .filter(readFilter(read, typesName, until, now))
    .sort((one, other) => compareText(other.createdAt, one.createdAt) || compareText(other.id, one.id))
  const end = start + size
  return {
    page: found.slice(start, end),
    ...(end < found.length && { nextToken: makeToken(query, end) }),
  }
}

function readFilter(read: Parameters, typesName: string, until: Date, now: Date): (job: Job) => boolean {
  const types = read.requiredList(typesName, 10)
  const marketplaceIds = read.list('marketplaceIds', 10)
  const statuses = read.choices('processingStatuses', jobStatuses)
  const since = read.moment('createdSince') ?? new Date(now.getTime() - keptFor)
  return (job) => {
    const createdAt = Date.parse(job.createdAt)
    return (
      types.includes(job.type) &&
      (marketplaceIds.length === 0 || marketplaceIds.some((id) => job.marketplaceIds.includes(id))) &&
      (statuses.length === 0 || statuses.includes(statusOf(job, now))) &&
      createdAt >= since.getTime() &&
      createdAt <= until.getTime()
    )
  }
}

const makeToken = (query: URLSearchParams, start: number) =>
  Buffer.from(JSON.stringify({ query: query.toString(), start })).toString('base64url')

function openToken(given: URLSearchParams): { query: URLSearchParams; start: number } {
  const token = given.get('nextToken')
  if (token === null) return { query: new URLSearchParams(given), start: 0 }
  const { refuse } = parametersOf(given, '400')
  if (given.size > 1) throw refuse("'nextToken' must be the only parameter.")
  try {
    const { query, start } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { query: string; start: number }
    return { query: new URLSearchParams(query), start }
  } catch {
    throw refuse("The 'nextToken' is not one that was given out.")
  }
}
