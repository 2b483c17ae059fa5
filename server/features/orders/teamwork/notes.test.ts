import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BellItem } from '#contract/bell.ts'
import { maskedText } from '#contract/masking.ts'
import type { OrderDetail } from '#contract/orders.ts'
import { auditLog } from '#server/platform/db/schema/audit.ts'
import { createTestApp } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { buildOrder } from '#server/testing/order-fixture.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

async function team() {
  const { id } = await buildCompany(server.deps.db)
  const [ana, bo] = [await server.as('ops', id), await server.as('admin', id)]
  const { id: orderId } = await buildOrder(server.deps, id)
  const path = `/api/orders/${orderId}/notes`
  const notes = async (reader = ana) =>
    (await reader.get(`/api/orders/${orderId}`))
      .json<OrderDetail>()
      .timeline.filter(({ event }) => event === 'order.note')
  return {
    id,
    orderId,
    ana,
    bo,
    path,
    notes,
    reader: await server.as('readonly', id),
    lastNote: async () => `${path}/${(await notes()).at(-1)?.id}`,
    bellOf: async (person: typeof ana) =>
      (await person.get('/api/bell')).json<{ items: BellItem[] }>().items.map(({ kind }) => kind),
  }
}

describe('a note that mentions people', () => {
  it('rings for them once, also for the role Read Only, and not for its author', async () => {
    const { ana, bo, reader, path, bellOf } = await team()
    const mentions = [bo.user.id, bo.user.id, reader.user.id, ana.user.id]
    expect((await ana.post(path, { text: 'See @Bo', mentions })).statusCode).toBe(200)
    expect([await bellOf(bo), await bellOf(reader), await bellOf(ana)]).toEqual([['mentioned'], ['mentioned'], []])
  })

  it('is refused when somebody is of another company or has left, and nothing is written', async () => {
    const { ana, bo, path, notes } = await team()
    const stranger = (await team()).bo
    expect((await ana.post(path, { text: 'Hi', mentions: [stranger.user.id] })).statusCode).toBe(404)
    const gone = await server.as('ops', ana.user.companyId)
    await bo.patch(`/api/settings/users/${gone.user.id}`, { isActive: false })
    expect((await ana.post(path, { text: 'Hi', mentions: [gone.user.id] })).statusCode).toBe(404)
    expect(await notes()).toEqual([])
  })

  it('rings for whoever wrote a note before, unless they are mentioned too', async () => {
    const { ana, bo, path, bellOf } = await team()
    await ana.post(path, { text: 'First' })
    await bo.post(path, { text: 'Second' })
    await bo.post(path, { text: 'Third for @Ana', mentions: [ana.user.id] })
    expect([await bellOf(ana), await bellOf(bo)]).toEqual([['mentioned', 'noted'], []])
  })
})

describe('a note of one’s own', () => {
  it('is edited: it says so, and only people who were not mentioned before hear of it', async () => {
    const { ana, bo, reader, path, notes, lastNote, bellOf } = await team()
    await ana.post(path, { text: 'For @Bo', mentions: [bo.user.id] })
    expect(await notes()).toMatchObject([{ isOwnNote: true, editedAt: null }])
    const mentions = [bo.user.id, reader.user.id]
    expect((await ana.patch(await lastNote(), { text: 'For both', mentions })).statusCode).toBe(200)
    expect(await notes()).toMatchObject([{ reason: 'For both', editedAt: expect.any(String) }])
    expect([await bellOf(bo), await bellOf(reader)]).toEqual([['mentioned'], ['mentioned']])
    expect(await notes(reader)).toMatchObject([{ reason: maskedText, isOwnNote: false }])
  })

  it('is deleted, and the audit log knows without the text', async () => {
    const { id, orderId, ana, path, notes, lastNote } = await team()
    await ana.post(path, { text: 'Ana Ruiz called' })
    await ana.patch(await lastNote(), { text: 'Mr. Ruiz called' })
    expect((await ana.delete(await lastNote())).statusCode).toBe(200)
    expect(await notes()).toEqual([])
    const entries = await server.deps.db.inCompany(id, (tx) =>
      tx
        .select()
        .from(auditLog)
        .where(
          and(
            eq(auditLog.resourceId, orderId),
            inArray(auditLog.action, ['order.note', 'order.edit-note', 'order.delete-note']),
          ),
        )
        .orderBy(auditLog.createdAt),
    )
    expect(entries.map(({ action }) => action)).toEqual(['order.note', 'order.edit-note', 'order.delete-note'])
    expect(JSON.stringify(entries)).not.toContain('Ruiz called')
  })

  it('can’t be changed by a colleague, and other entries of the timeline are no notes', async () => {
    const { ana, bo, orderId, path, lastNote } = await team()
    await ana.post(path, { text: 'Mine' })
    expect((await bo.patch(await lastNote(), { text: 'Yours' })).statusCode).toBe(403)
    expect((await bo.delete(await lastNote())).statusCode).toBe(403)
    await ana.post(`/api/orders/${orderId}/hold`, { reason: 'Fraud check' })
    const held = (await ana.get(`/api/orders/${orderId}`)).json<OrderDetail>().timeline.at(-1)
    expect((await ana.delete(`${path}/${held?.id}`)).statusCode).toBe(404)
  })
})
