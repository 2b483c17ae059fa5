import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { problemTypes } from '#contract/errors.ts'
import { riskHeader } from '#contract/risky-values.ts'
import { jobsApi } from '#contract/jobs.ts'
import { productsApi } from '#contract/products.ts'
import { ApiError } from './api-error.ts'
import { call, callPage, getOrNullWhenSignedOut } from './api.ts'
import { answerRiskQuestion, currentRiskQuestion, subscribeToRiskQuestions } from './risk-questions.ts'
import { awaitedSignIn, endSignInWait, subscribeToSignIn } from './recent-sign-in.ts'

const fetch = vi.fn<typeof globalThis.fetch>()

afterEach(() => vi.unstubAllGlobals())
beforeEach(() => {
  fetch.mockReset()
  vi.stubGlobal('fetch', fetch)
})

const reply = (body: unknown, init?: ResponseInit) => fetch.mockResolvedValue(Response.json(body, init))
const refusal = async (sent: Promise<unknown>) => {
  const error: unknown = await sent.catch((thrown: unknown) => thrown)
  if (error instanceof ApiError) return error
  throw new Error('The call was not refused')
}

describe('a call', () => {
  it('marks itself as XMLHttpRequest, sends cookies and no content type without a payload', async () => {
    reply({})
    await call(jobsApi.retry, { jobId: 'a/b' })
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/jobs/a%2Fb/retry', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'X-Requested-With': 'XMLHttpRequest', [riskHeader]: 'ask' },
    })
  })

  it('puts what is not in the path into the JSON body', async () => {
    reply({})
    await call(adminApi.updateCompany, { companyId: 'c1', isActive: false })
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(url).toBe('/api/admin/companies/c1')
    expect(init).toMatchObject({
      method: 'PATCH',
      body: '{"isActive":false}',
      headers: { 'Content-Type': 'application/json' },
    })
  })

  it('puts the fields of a GET into the query and leaves out empty ones', async () => {
    reply([])
    await call(productsApi.list, { search: 'a&b', cursor: undefined, limit: 5 })
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/products?search=a%26b&limit=5')
  })

  it('puts what may be a person’s name into the body of a POST, and only that', async () => {
    reply([])
    await call(adminApi.users, { search: 'Ana Ruiz', cursor: undefined, limit: 5 })
    expect(fetch.mock.calls[0]).toEqual([
      '/api/admin/users/search',
      expect.objectContaining({ method: 'POST', body: '{"search":"Ana Ruiz","limit":5}' }),
    ])
    reply([])
    await call(adminApi.users, { search: '', limit: 5 })
    expect(fetch.mock.calls[1]?.[0]).toBe('/api/admin/users?limit=5')
  })

  it('gives back the reply', async () => {
    reply({ failed: 1, waiting: 2, active: 3, completed: 4, delayed: 5 })
    expect(await call(jobsApi.status, {})).toEqual({ failed: 1, waiting: 2, active: 3, completed: 4, delayed: 5 })
  })
})

describe('a page of a list', () => {
  it('takes the count and the next cursor from the headers', async () => {
    const link = '</api/jobs?limit=1&cursor=abc%3D>; rel="next"'
    reply([{ id: '1' }], { headers: { 'X-Total-Count': '12', Link: link } })
    expect(await callPage(jobsApi.list, { limit: 1 })).toEqual({ rows: [{ id: '1' }], total: 12, next: 'abc=' })
  })

  it('ends where no next page is named', async () => {
    reply([{ id: '1' }], { headers: { 'X-Total-Count': '1' } })
    expect(await callPage(jobsApi.list, {})).toMatchObject({ next: null, total: 1 })
  })
})

describe('a refused call', () => {
  it('throws status and body text, and carries the sentence and the fields', async () => {
    const body = JSON.stringify({ detail: 'Check the form.', errors: [{ field: 'email', message: 'Taken' }] })
    fetch.mockResolvedValue(new Response(body, { status: 422 }))
    const error = await refusal(call(jobsApi.status, {}))
    expect(error).toMatchObject({
      message: `422: ${body}`,
      status: 422,
      detail: 'Check the form.',
      fields: [{ field: 'email', message: 'Taken' }],
    })
  })

  it('throws the status text when the body is empty', async () => {
    fetch.mockResolvedValue(new Response('', { status: 502, statusText: 'Bad Gateway' }))
    const error = await refusal(call(jobsApi.status, {}))
    expect(error.message).toBe('502: Bad Gateway')
    expect(error.detail).toMatch(/went wrong on our side/)
  })

  it.each(['<html>Bad gateway</html>', 'null', '"text"', '{}'])(
    'has a plain sentence for the body %s',
    async (body) => {
      fetch.mockResolvedValue(new Response(body, { status: 403 }))
      const error = await refusal(call(jobsApi.status, {}))
      expect(error.detail).toMatch(/role doesn’t allow/)
      expect(error.fields).toEqual([])
    },
  )
})

describe('a call refused for an old sign-in', () => {
  const refuseOnce = () =>
    fetch.mockResolvedValueOnce(Response.json({ type: problemTypes.signInAgain }, { status: 403 }))

  it('waits for a new sign-in and is then repeated with the same input', async () => {
    const stop = subscribeToSignIn(() => undefined)
    refuseOnce()
    const sent = call(adminApi.updateUser, { userId: 'u1', isActive: false })
    await vi.waitFor(() => expect(awaitedSignIn()).toBe('old-sign-in'))
    reply({ id: 'u1' })
    endSignInWait(true)
    expect(await sent).toEqual({ id: 'u1' })
    expect(fetch.mock.calls[1]).toEqual(fetch.mock.calls[0])
    expect(awaitedSignIn()).toBeNull()
    stop()
  })

  it('is repeated once only', async () => {
    const stop = subscribeToSignIn(() => undefined)
    refuseOnce()
    refuseOnce()
    const sent = refusal(call(adminApi.removeUser, { userId: 'u1' }))
    await vi.waitFor(() => expect(awaitedSignIn()).toBe('old-sign-in'))
    endSignInWait(true)
    expect((await sent).status).toBe(403)
    expect(fetch).toHaveBeenCalledTimes(2)
    stop()
  })

  it('fails at once where no dialog could ask', async () => {
    refuseOnce()
    expect((await refusal(call(adminApi.removeUser, { userId: 'u1' }))).needsSignIn).toBe(true)
    expect(fetch).toHaveBeenCalledOnce()
  })
})

describe('a call refused for risky values', () => {
  const risks = { changes: [], total: 1, confirmation: 'seen' }
  const refuseOnce = (confirmation = 'seen') => {
    const problem = { type: problemTypes.confirmRisks, risks: { ...risks, confirmation } }
    fetch.mockResolvedValueOnce(Response.json(problem, { status: 409 }))
  }
  const answers = () => fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get(riskHeader))

  it('is repeated with the confirmation of what the person has seen, also when that has changed meanwhile', async () => {
    const stop = subscribeToRiskQuestions(() => undefined)
    refuseOnce()
    refuseOnce('seen now')
    const sent = call(adminApi.updateUser, { userId: 'u1', isActive: false })
    await vi.waitFor(() => expect(currentRiskQuestion()?.confirmation).toBe('seen'))
    answerRiskQuestion(true)
    await vi.waitFor(() => expect(currentRiskQuestion()?.confirmation).toBe('seen now'))
    reply({ id: 'u1' })
    answerRiskQuestion(true)
    expect(await sent).toEqual({ id: 'u1' })
    expect(answers()).toEqual(['ask', 'seen', 'seen now'])
    stop()
  })

  it('fails when the person goes back', async () => {
    const stop = subscribeToRiskQuestions(() => undefined)
    refuseOnce()
    const sent = refusal(call(adminApi.updateUser, { userId: 'u1', isActive: false }))
    await vi.waitFor(() => expect(currentRiskQuestion()).not.toBeNull())
    answerRiskQuestion(false)
    expect((await sent).status).toBe(409)
    expect(fetch).toHaveBeenCalledOnce()
    stop()
  })
})

describe('the session request', () => {
  it('treats a 401 as signed out', async () => {
    fetch.mockResolvedValue(new Response('', { status: 401 }))
    expect(await getOrNullWhenSignedOut('/api/auth/user')).toBeNull()
  })

  it('throws any other failure', async () => {
    fetch.mockResolvedValue(new Response('', { status: 500 }))
    await expect(getOrNullWhenSignedOut('/api/auth/user')).rejects.toThrow(/^500: /)
  })
})
