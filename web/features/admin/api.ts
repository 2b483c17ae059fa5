import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { adminApi } from '#contract/admin.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call, callPage } from '#web/lib/api.ts'
import { type AccountCalls, accountCreatedText } from '#web/shared/accounts/api.ts'
import { flattenPages } from '#web/shared/paged-list.tsx'
import { toast } from '#web/ui/toast.ts'

export function useUsers({ search }: { search: string }) {
  return useInfiniteQuery({
    queryKey: ['users', { search }],
    queryFn: ({ pageParam, signal }) => callPage(adminApi.users, { search, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    select: flattenPages,
  })
}

export function useCreateCompany() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (company: InputOf<typeof adminApi.createCompany>) => call(adminApi.createCompany, company),
    onSuccess: ({ name }) => {
      toast({
        title: t('Company Created'),
        description: t('{name} is ready. Add its users next.', { name }),
      })
      return queryClient.invalidateQueries({ queryKey: ['companies'] })
    },
    onError: (error) => toastFailure(t('Failed to create company'), error),
  })
}

export function useCreateUser() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (user: InputOf<typeof adminApi.createUser>) => call(adminApi.createUser, user),
    onSuccess: (created) => {
      toast({ title: t('User Created'), description: accountCreatedText(created) })
      return queryClient.invalidateQueries({ queryKey: ['users'] })
    },
    onError: (error) => toastFailure(t('Failed to create user account'), error),
  })
}

export function useUpdateCompany() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: InputOf<typeof adminApi.updateCompany>) => call(adminApi.updateCompany, change),
    onSuccess: ({ name, isActive }) => {
      toast({
        title: t('Company Updated'),
        description: isActive
          ? t('{name} is active: its users can sign in', { name })
          : t('{name} is inactive: its users can’t sign in', { name }),
      })
      return queryClient.invalidateQueries({ queryKey: ['companies'] })
    },
    onError: (error) => toastFailure(t('Failed to update company'), error),
  })
}

export const userCalls: AccountCalls = {
  update: (input) => call(adminApi.updateUser, input),
  remove: (input) => call(adminApi.removeUser, input),
  resetSignIn: (input) => call(adminApi.resetSignIn, input),
  endSessions: (input) => call(adminApi.endSessions, input),
}

const quotaKey = (companyId: string) => ['companies', companyId, 'quota']

export function useQuota(companyId: string) {
  return useQuery({
    queryKey: quotaKey(companyId),
    queryFn: ({ signal }) => call(adminApi.quota, { companyId }, { signal }),
  })
}

export function useSaveQuota() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (quota: InputOf<typeof adminApi.saveQuota>) => call(adminApi.saveQuota, quota),
    onSuccess: (saved, { companyId }) => {
      toast({ title: t('Company Updated'), description: t('The new quota takes effect with the next message') })
      queryClient.setQueryData(quotaKey(companyId), saved)
    },
    onError: (error) => toastFailure(t('Failed to save the quota'), error),
  })
}

function toastFailure(what: string, error: unknown) {
  toast({ variant: 'destructive', title: t('Error'), description: `${what}. ${errorMessage(error)}` })
}
