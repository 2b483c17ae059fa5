import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, it, vi } from 'vitest'
import { createSessionCookie } from './session-cookie.ts'

const SESSION_SECRET = 'a secret of at least thirty-two characters'

function writtenAt(PUBLIC_URL: string) {
  const setCookie = vi.fn<(name: string, value: string, options: object) => void>()
  const cookie = createSessionCookie({ PUBLIC_URL, SESSION_SECRET })
  const { sid, setCookie: setOn } = cookie.create()
  setOn({ setCookie } as unknown as FastifyReply)
  const [name = '', value = '', options] = setCookie.mock.calls[0] ?? []
  return { cookie, sid, name, value, options }
}

it('the cookie is bound to its host and to HTTPS where there is HTTPS', () => {
  const { name, options } = writtenAt('https://lockstep.example')
  expect(name).toBe('__Host-lockstep_session')
  expect(options).toEqual({ path: '/', httpOnly: true, sameSite: 'lax', secure: true })
})

it('the cookie works over plain HTTP on this machine', () => {
  const { name, options } = writtenAt('http://localhost:5000')
  expect(name).toBe('lockstep_session')
  expect(options).toMatchObject({ httpOnly: true, sameSite: 'lax', secure: false })
})

it('the session is found by the cookie’s value, and not with another secret', () => {
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
])('there is no session with %s', (_, cookies) => {
  const cookie = createSessionCookie({ PUBLIC_URL: 'http://localhost:5000', SESSION_SECRET })
  expect(cookie.read({ cookies } as unknown as FastifyRequest)).toBeNull()
})

it('each cookie is different, and the session id is not the cookie’s value', () => {
  const [one, other] = [writtenAt('http://localhost:5000'), writtenAt('http://localhost:5000')]
  expect(one.value).toHaveLength(43)
  expect(new Set([one.value, other.value, one.sid, other.sid]).size).toBe(4)
})

it('a cookie leads to the same session, however many others came since', () => {
  const { cookie, sid, name, value } = writtenAt('http://localhost:5000')
  const read = (held: string) => cookie.read({ cookies: { [name]: held } } as unknown as FastifyRequest)
  const others = Array.from({ length: 2_500 }, (_, index) => read(`other ${index}`))
  expect(new Set([...others, sid]).size).toBe(2_501)
  expect(read(value)).toBe(sid)
})

it('the cookie is cleared at the path where it was set', () => {
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
