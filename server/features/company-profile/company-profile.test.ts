import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SavedProfile } from '#contract/company-profile.ts'
import { logoRule } from '#contract/images.ts'
import { type Browser, createTestApp, recordTopics } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { auditedChanges } from '#server/testing/channels.ts'
import { jpegOf, pngOf, uploadImage, webpOf } from '#server/testing/images.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
let companyId: string
let admin: Browser
beforeAll(async () => {
  server = await createTestApp()
})
beforeEach(async () => {
  companyId = (await buildCompany(server.deps.db, { name: 'Harbor & Pine', address: 'Known to the provider' })).id
  admin = await server.as('admin', companyId)
})
afterAll(() => server.close())

const path = '/api/settings/profile'
const profile = { address: '7 Dock Rd\nSeattle, WA 98101', brandColor: '#ffd400' }
const upload = (file: Buffer, browser = admin) =>
  uploadImage(server, browser, { method: 'PUT', url: `${path}/logo`, file })
const read = async (browser = admin) => (await browser.get(path)).json<SavedProfile>()
const changes = async () =>
  (await auditedChanges(server.deps.db, companyId, 'settings.update-profile')).map((entry) => entry.changes)

describe('the company profile', () => {
  it('is changed by an admin, for everyone of the company, and audited once', async () => {
    const topics = await recordTopics(server.deps, companyId, async () => {
      expect((await admin.put(path, profile)).json()).toEqual({
        companyName: 'Harbor & Pine',
        ...profile,
        logoUrl: null,
      })
    })
    expect(topics).toEqual(['settings'])
    await admin.put(path, profile)
    expect(await read(await server.as('readonly', companyId))).toMatchObject(profile)
    expect(await changes()).toEqual([
      { before: { address: null, brandColor: null }, after: { address: '7•••', brandColor: '#ffd400' } },
    ])
  })

  it('shows the address that the provider knows until it has its own', async () => {
    expect(await read()).toMatchObject({ address: 'Known to the provider', brandColor: null })
    await admin.put(path, { address: ' 7 Dock Rd \n\n Seattle ', brandColor: '' })
    expect(await read()).toMatchObject({ address: '7 Dock Rd\nSeattle', brandColor: null })
  })

  it('can be read by operations, not changed', async () => {
    const ops = await server.as('ops', companyId)
    expect((await ops.put(path, profile)).statusCode).toBe(403)
    expect((await upload(pngOf(40, 40), ops)).statusCode).toBe(403)
    expect((await ops.delete(`${path}/logo`)).statusCode).toBe(403)
    expect((await ops.get(path)).statusCode).toBe(200)
  })

  it.each(['red', '#12345', '#00687b;} body { display: none'])('refuses the color %s', async (brandColor) => {
    expect((await admin.put(path, { ...profile, brandColor })).statusCode).toBe(422)
  })
})

describe('the logo', () => {
  it('is served as it was uploaded, kept by browsers, and can’t act as a page of ours', async () => {
    const file = jpegOf(400, 100)
    const { logoUrl } = (await upload(file)).json<SavedProfile>()
    const served = await admin.get(logoUrl ?? '')
    expect(served.rawPayload).toEqual(file)
    expect(served.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })

  it('gets a new address when it is replaced, and the old one shows nothing', async () => {
    const first = (await upload(pngOf(40, 40))).json<SavedProfile>()
    const second = (await upload(pngOf(80, 40, 2_000))).json<SavedProfile>()
    expect(second.logoUrl).not.toBe(first.logoUrl)
    expect((await admin.get(first.logoUrl ?? '')).statusCode).toBe(404)
    expect(await changes()).toEqual([
      { before: { logo: null }, after: { logo: 'PNG, 1 KB' } },
      { before: { logo: 'PNG, 1 KB' }, after: { logo: 'PNG, 2 KB' } },
    ])
  })

  it('is removed, which is audited unless there was none', async () => {
    const { logoUrl } = (await upload(pngOf(40, 40))).json<SavedProfile>()
    for (let time = 0; time < 2; time += 1) {
      expect((await admin.delete(`${path}/logo`)).json()).toMatchObject({ logoUrl: null })
    }
    expect((await admin.get(logoUrl ?? '')).statusCode).toBe(404)
    expect((await changes()).at(-1)).toEqual({ before: { logo: 'PNG, 1 KB' }, after: { logo: null } })
    expect(await changes()).toHaveLength(2)
  })

  it('is shown to no other company', async () => {
    const { logoUrl } = (await upload(pngOf(40, 40))).json<SavedProfile>()
    const stranger = await server.as('admin', (await buildCompany(server.deps.db)).id)
    expect((await stranger.get(logoUrl ?? '')).statusCode).toBe(404)
    expect(await read(stranger)).toMatchObject({ logoUrl: null })
  })

  it.each([
    ['WebP, which some mail programs don’t show', webpOf(40, 40), 422],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(80)), 422],
    ['more than its size', pngOf(40, 40, logoRule.maxBytes + 1), 413],
  ])('is not %s', async (_name, file, status) => {
    expect((await upload(file)).statusCode).toBe(status)
    expect(await read()).toMatchObject({ logoUrl: null })
  })
})
