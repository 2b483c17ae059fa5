import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/endpoint.ts'
import { t } from '#contract/i18n.ts'
import type { TemplateKind } from '#contract/message-templates.ts'
import { notificationsApi } from '#contract/notifications.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.ts'
import { templateName } from './labels.tsx'

const templatesKey = ['notifications', 'templates']

export function useTemplates() {
  return useQuery({
    queryKey: templatesKey,
    queryFn: ({ signal }) => call(notificationsApi.templates, {}, { signal }),
  })
}

export function useSaveTemplate() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (template: InputOf<typeof notificationsApi.saveTemplate>) =>
      call(notificationsApi.saveTemplate, template),
    onSuccess: (saved) => {
      toast({
        title: t('Message Saved'),
        description: t('“{template}” now uses your text', { template: templateName(saved) }),
      })
      return refetch()
    },
    onError: (error) => toastFailure(t('Failed to save the message'), error),
  })
}

export function useResetTemplate() {
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ audience, type, method }: TemplateKind) =>
      call(notificationsApi.resetTemplate, { audience, type, method }),
    onSuccess: (reset) => {
      toast({
        title: t('Default Restored'),
        description: t('“{template}” was reset to the default text', { template: templateName(reset) }),
      })
      return refetch()
    },
    onError: (error) => toastFailure(t('Failed to restore the default text'), error),
  })
}

function useRefetch() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: templatesKey })
}

function toastFailure(what: string, error: unknown) {
  toast({ variant: 'destructive', title: t('Error'), description: `${what}. ${errorMessage(error)}` })
}
