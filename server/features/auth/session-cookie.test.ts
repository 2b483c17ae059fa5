import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it, vi } from 'vitest'
import { createSessionCookie } from './session-cookie.ts'

const SESSION_SECRET = 'a secret of at least thirty-two characters'

function writtenAt(PUBLIC_URL: string) {
  const setCookie = vi.fn<(name: string, value: string, options: object) => void>()
  const cookie = createSessionCookie({ PUBLIC_URL, SESSION_SECRET })
  const sid = cookie.write({ setCookie } as unknown as FastifyReply)
  const [name = '', value = '', options] = setCookie.mock.calls[0] ?? []
  return { cookie, sid, name, value, options }
}

it('is bound to its host and to https where there is https', () => {
  const { name, options } = writtenAt('https://lockstep.example')
  expect(name).toBe('__Host-lockstep_session')
  expect(options).toEqual({ path: '/', httpOnly: true, sameSite: 'lax', secure: true })
})

it('works over plain http on this machine', () => {
  const { name, options } = writtenAt('http://localhost:5000')
  expect(name).toBe('lockstep_session')
  expect(options).toMatchObject({ httpOnly: true, sameSite: 'lax', secure: false })
})

it('is found again by what it holds, and by nothing under another secret', () => {
  const { cookie, sid, name, value } = writtenAt('https://lockstep.example')
  const request = { cookies: { [name]: value } } as unknown as FastifyRequest
  const other = createSessionCookie({ PUBLIC_URL: 'https://lockstep.example', SESSION_SECRET: 'x'.repeat(32) })
  expect(cookie.read(request)).toBe(sid)
  expect(other.read(request)).not.toBe(sid)
  expect(cookie.read({ cookies: { [name]: 'x'.repeat(101) } } as unknown as FastifyRequest)).toBeNull()
})
