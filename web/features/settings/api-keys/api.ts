import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiKeysApi, type ApiKeyInput, type ApiKeyRow, type NewApiKey } from '#contract/api-keys.ts'
import { t } from '#contract/i18n.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'

export function useApiKeys() {
  return useQuery({
    queryKey: ['settings', 'api-keys'],
    queryFn: ({ signal }) => call(apiKeysApi.list, {}, { signal }),
  })
}

export function useSigningSecret() {
  return useQuery({
    queryKey: ['settings', 'signing-secret'],
    queryFn: ({ signal }) => call(apiKeysApi.signingSecret, {}, { signal }),
  })
}

type OnCreated = (newKey: NewApiKey) => void

export const useCreateKey = (onCreated: OnCreated) =>
  useIssueKey((input: ApiKeyInput) => call(apiKeysApi.create, input), onCreated)

export const useGenerateMaster = (onCreated: OnCreated) =>
  useIssueKey((overlapHours: number) => call(apiKeysApi.generateMaster, { overlapHours }), onCreated)

export const useRotateKey = (keyId: string, onCreated: OnCreated) =>
  useIssueKey((overlapHours: number) => call(apiKeysApi.rotate, { keyId, overlapHours }), onCreated)

/**
 * Only this answer contains the key itself, so `onCreated` is called even if the dialog was closed meanwhile. The key is kept
 * out of the mutation's cached result.
 */
function useIssueKey<Input>(issue: (input: Input) => Promise<NewApiKey>, onCreated: OnCreated) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: async (input: Input) => {
      const newKey = await issue(input)
      onCreated(newKey)
      return { name: newKey.name, isMaster: newKey.isMaster }
    },
    onSuccess: ({ name, isMaster }) => {
      toast({
        title: t('API Key Generated'),
        description: isMaster ? t('The new master key is now active') : t('“{name}” is now active', { name }),
      })
      void refetch()
    },
    onError: (error) => toastFailure(t('Failed to generate API key'), error),
  })
}

export function useRevokeKey() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ id }: ApiKeyRow) => call(apiKeysApi.revoke, { keyId: id }),
    onSuccess: ({ name, isMaster }) => {
      toast({
        title: t('API Key Revoked'),
        description: isMaster ? t('The master key no longer works') : t('“{name}” no longer works', { name }),
      })
      return refetch()
    },
    onError: (error) => toastFailure(t('Failed to revoke API key'), error),
  })
}

/** The first reveal creates the secret, so the masked value is refetched. */
export function useRevealSigningSecret() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: () => call(apiKeysApi.revealSigningSecret, {}),
    gcTime: 0,
    onSuccess: () => refetch(),
    onError: (error) => toastFailure(t('Failed to show the signing secret'), error),
  })
}

/** `onRotated` is called with the new secret even if the dialog was closed meanwhile. */
export function useRotateSigningSecret(onRotated: (secret: string) => void) {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: async (overlapHours: number) =>
      onRotated((await call(apiKeysApi.rotateSigningSecret, { overlapHours })).secret),
    onSuccess: () => {
      toast({ title: t('Signing Secret Rotated'), description: t('Lockstep now signs with the new secret') })
      return refetch()
    },
    onError: (error) => toastFailure(t('Failed to rotate the signing secret'), error),
  })
}

function useRefetch() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['settings'] })
}

function toastFailure(what: string, error: unknown) {
  toast({ variant: 'destructive', title: what, description: errorMessage(error) })
}
