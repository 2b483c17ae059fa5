import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Problem } from '#contract/errors.ts'
import { settingsApi } from '#contract/settings.ts'
import { createTestApp } from '#server/testing/app.ts'
import { buildCompany } from '#server/testing/builders.ts'
import { catalogs } from './catalogs.ts'

let server: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

it('has the translations of every feature, the same for the same sentence', () => {
  const files = globSync('{contract,server/**}/messages.de.json', { cwd: `${import.meta.dirname}/..` })
  expect(files.length).toBeGreaterThan(10)
  const missing = files.flatMap((file) => {
    const text = readFileSync(`${import.meta.dirname}/../${file}`, 'utf8')
    const translations = Object.entries(JSON.parse(text) as Record<string, string>)
    return translations.filter(([english, german]) => catalogs.de?.[english] !== german).map(([english]) => english)
  })
  expect(missing).toEqual([])
})

it('answers a page in its language: what is wrong, and with which field', async () => {
  const browser = await server.as('admin', (await buildCompany(server.deps.db)).id)
  const headers = { ...browser.headers, cookie: `${browser.headers.cookie}; lockstep_language=de` }
  const input = { sessionTimeout: '8h', auditLogging: true, retentionDays: 0 }
  const reply = await server.app.http.inject({
    method: 'PUT',
    url: settingsApi.saveSecurity.path,
    headers,
    payload: input,
  })
  const message = 'Personenbezogene Daten werden mindestens 1 Tag aufbewahrt'
  expect(reply.json<Problem>()).toMatchObject({
    status: 422,
    detail: `retentionDays: ${message}`,
    errors: [{ field: 'retentionDays', message }],
  })
})

it('answers machines and visitors without a language in English', async () => {
  const visit = async (headers: Record<string, string>) =>
    (await server.app.http.inject({ url: '/api/auth/user', headers })).json<Problem>().detail
  expect(await visit({})).toBe('Sign in first.')
  expect(await visit({ cookie: 'lockstep_language=xx' })).toBe('Sign in first.')
  expect(await visit({ cookie: 'lockstep_language=de' })).toBe('Bitte zuerst anmelden.')
})
