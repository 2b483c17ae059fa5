import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/i18n.ts'
import {
  type CompanySettings,
  type MailSettings,
  type NotificationSettings,
  type SecuritySettings,
  settingsApi,
  type SystemSettings,
} from '#contract/settings.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.tsx'
import { toast } from '#web/ui/toast.ts'

const settingsKey = ['settings', 'company']

export function useSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(settingsApi.read, {}, { signal }),
  })
}

type SaveToasts = {
  /** "Notification settings have been updated" */
  done: string
  /** "Failed to save notification settings" */
  failed: string
}

/** Saves one part of the settings; the server answers with all settings. */
function useSaveSettings<Input>(save: (input: Input) => Promise<CompanySettings>, { done, failed }: SaveToasts) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: (settings) => {
      toast({ title: t('Settings Saved'), description: done })
      queryClient.setQueryData(settingsKey, settings)
    },
    onError: (error) =>
      toast({ variant: 'destructive', title: t('Error'), description: `${failed}. ${errorMessage(error)}` }),
  })
}

export function useSaveMail() {
  return useSaveSettings((mail: MailSettings) => call(settingsApi.saveMail, mail), {
    done: t('Email settings have been updated'),
    failed: t('Failed to save email settings'),
  })
}

export function useTestMail() {
  return useMutation({ mutationFn: (mail: MailSettings) => call(settingsApi.testMail, mail) })
}

/** A step of a confirmation; the server answers with all settings. */
function useConfirmationStep<Input>(step: (input: Input) => Promise<CompanySettings>, done?: string, failed?: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: step,
    onSuccess: (settings) => {
      if (done) toast({ title: done })
      queryClient.setQueryData(settingsKey, settings)
    },
    onError: (error) => {
      if (failed) toast({ variant: 'destructive', title: t('Error'), description: `${failed}. ${errorMessage(error)}` })
    },
  })
}

export const useSendSenderLink = () =>
  useConfirmationStep(() => call(settingsApi.sendSenderLink, {}), t('Link sent'), t('The link could not be sent'))

export const useSendPhoneCode = () =>
  useConfirmationStep(() => call(settingsApi.sendPhoneCode, {}), t('Code sent'), t('The code could not be sent'))

/** Its form shows what was wrong. */
export const useConfirmPhone = () =>
  useConfirmationStep((code: string) => call(settingsApi.confirmPhone, { code }), t('Alert phone confirmed'))

export function useSaveNotifications() {
  return useSaveSettings((settings: NotificationSettings) => call(settingsApi.saveNotifications, settings), {
    done: t('Notification settings have been updated'),
    failed: t('Failed to save notification settings'),
  })
}

export const useSaveSecurity = () =>
  useSaveSettings((security: SecuritySettings) => call(settingsApi.saveSecurity, security), {
    done: t('Security settings have been updated'),
    failed: t('Failed to save security settings'),
  })

export function useSaveSystem() {
  const { refresh } = useSession()
  return useSaveSettings(
    async (settings: SystemSettings) => {
      const saved = await call(settingsApi.saveSystem, settings)
      // All screens take the time zone from the session.
      void refresh()
      return saved
    },
    { done: t('System settings have been updated'), failed: t('Failed to save system settings') },
  )
}

export function useSystemInfo() {
  return useQuery({
    queryKey: ['settings', 'system-info'],
    queryFn: ({ signal }) => call(settingsApi.systemInfo, {}, { signal }),
  })
}
