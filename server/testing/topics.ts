import type { Topic } from '#contract/events.ts'
import type { Deps } from '#server/platform/context.ts'
import { eventChannel, type Announcement } from '#server/platform/events/announce.ts'

/** What a company's browsers are told to read anew because of this work. */
export async function topicsHeard(
  { db }: Pick<Deps, 'db'>,
  companyId: string,
  work: () => Promise<unknown>,
): Promise<Topic[]> {
  const heard: Announcement[] = []
  const client = await db.pool.connect()
  client.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload) as Announcement))
  await client.query(`listen ${eventChannel}`)
  await work()
  // Before it answers, PostgreSQL hands out what it has to tell.
  await client.query(`unlisten ${eventChannel}`)
  client.release(true)
  const told = heard.filter((announcement) => announcement.companyId === companyId)
  return told.map(({ topic }) => topic).toSorted()
}
