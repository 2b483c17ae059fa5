import { z } from 'zod'
import { job } from '#server/platform/jobs/definition.ts'

/** Jobs that tests can steer. */
export const testCatalog = {
  'test.note': job({
    title: 'Write a note',
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({ text: z.string() }),
  }),
  'test.slow-note': job({
    title: 'Write a note after a while',
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({ text: z.string(), seconds: z.number() }),
  }),
  'test.stuck': job({
    title: 'Never come back',
    scope: 'company',
    lane: 'quick',
    payload: z.strictObject({}),
    maxAttempts: 1,
    longestSeconds: 0.2,
  }),
  'test.bulk': job({ title: 'Long work', scope: 'company', lane: 'bulk', payload: z.strictObject({}) }),
  'test.paced': job({ title: 'Wait for somebody', scope: 'company', lane: 'paced', payload: z.strictObject({}) }),
}
export type TestJobs = typeof testCatalog
