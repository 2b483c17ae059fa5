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
})

it.each([
  ['no cookie', {}],
  ['an empty one', { lockstep_session: '' }],
  ['one that is longer than any of ours', { lockstep_session: 'x'.repeat(101) }],
  ['one of another name', { '__Host-lockstep_session': 'abc' }],
])('is nobody’s with %s', (_, cookies) => {
  const cookie = createSessionCookie({ PUBLIC_URL: 'http://localhost:5000', SESSION_SECRET })
  expect(cookie.read({ cookies } as unknown as FastifyRequest)).toBeNull()
})

it('is never the same twice, nor is the session the value that the browser holds', () => {
  const [one, other] = [writtenAt('http://localhost:5000'), writtenAt('http://localhost:5000')]
  expect(one.value).toHaveLength(43)
  expect(new Set([one.value, other.value, one.sid, other.sid]).size).toBe(4)
})

it('leads to the same session however many others have come meanwhile', () => {
  const { cookie, sid, name, value } = writtenAt('http://localhost:5000')
  const read = (held: string) => cookie.read({ cookies: { [name]: held } } as unknown as FastifyRequest)
  const others = Array.from({ length: 2_500 }, (_, index) => read(`other ${index}`))
  expect(new Set([...others, sid]).size).toBe(2_501)
  expect(read(value)).toBe(sid)
})

it('is taken from the browser at the place where it was put', () => {
  const clearCookie = vi.fn<(name: string, options: object) => void>()
  const cookie = createSessionCookie({ PUBLIC_URL: 'https://lockstep.example', SESSION_SECRET })
  cookie.clear({ clearCookie } as unknown as FastifyReply)
  expect(clearCookie).toHaveBeenCalledExactlyOnceWith('__Host-lockstep_session', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: true,
  })
})
