import { onlineManager } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

it('loads data with the defaults of the specification', () => {
  const { queries, mutations } = createQueryClient({ onSignedOut: vi.fn<() => void>() }).getDefaultOptions()
  expect(queries).toEqual({
    staleTime: Infinity,
    gcTime: 300_000,
    retry: false,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    networkMode: 'always',
  })
  expect(mutations).toEqual({ retry: false, networkMode: 'always' })
})

it('fails at once while offline, and does not send the call later', async () => {
  onlineManager.setOnline(false)
  const ask = vi.fn<() => Promise<never>>(() => Promise.reject(new TypeError('Failed to fetch')))
  const client = createQueryClient({ onSignedOut: vi.fn<() => void>() })
  await expect(client.query({ queryKey: ['jobs'], queryFn: ask })).rejects.toThrow('Failed to fetch')
  const change = client.getMutationCache().build(client, { mutationFn: ask })
  await expect(change.execute(undefined)).rejects.toThrow('Failed to fetch')
  onlineManager.setOnline(true)
  expect(ask).toHaveBeenCalledTimes(2)
})

it.each([
  { status: 401, isSignedOut: true },
  { status: 403, isSignedOut: false },
])('takes a $status of any query for signed out: $isSignedOut', async ({ status, isSignedOut }) => {
  const onSignedOut = vi.fn<() => void>()
  const client = createQueryClient({ onSignedOut })
  const refused = () => Promise.reject(new ApiError(status, '', ''))
  await client.query({ queryKey: ['jobs'], queryFn: refused }).catch(() => undefined)
  expect(onSignedOut).toHaveBeenCalledTimes(isSignedOut ? 1 : 0)
})

it('treats a 401 of a mutation as signed out', async () => {
  const onSignedOut = vi.fn<() => void>()
  const client = createQueryClient({ onSignedOut })
  const change = client
    .getMutationCache()
    .build(client, { mutationFn: () => Promise.reject(new ApiError(401, '', '')) })
  await change.execute(undefined).catch(() => undefined)
  expect(onSignedOut).toHaveBeenCalledOnce()
})
