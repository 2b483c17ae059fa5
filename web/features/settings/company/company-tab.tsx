import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Control, useController, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { hexColor, inkOf, textOn } from '#contract/brand-color.ts'
import { type CompanyProfile, companyProfileApi, type SavedProfile } from '#contract/company-profile.ts'
import { t } from '#contract/i18n.ts'
import { logoRule } from '#contract/images.ts'
import { allows } from '#contract/roles.ts'
import { errorMessage } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { upload } from '#web/lib/upload.ts'
import { lazyResolver } from '#web/shared/form-submission.ts'
import { ImageUpload } from '#web/shared/image-upload.tsx'
import { LoadError } from '#web/shared/query-content.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { toast } from '#web/ui/toast.ts'
import { SettingsForm, useSettingsForm } from '../settings-form.tsx'
import { SettingsSection } from '../settings-section.tsx'

const profileKey = ['settings', 'profile']

export function CompanyTab() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }) => call(companyProfileApi.read, {}, { signal }),
  })
  if (data) return <ProfileForm profile={data} />
  if (!error) return <Spinner />
  return (
    <div className="p-4 md:p-5">
      <LoadError what={t('The company profile')} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
    </div>
  )
}

const { access } = companyProfileApi.save
const task = t('change the company profile')

const resolver = lazyResolver(async () => (await import('../form-resolvers.ts')).profileResolver)

type ProfileValues = z.input<typeof CompanyProfile>

/** Inputs hold empty strings instead of null. */
const toFormValues = ({ address, brandColor }: CompanyProfile) => ({
  address: address ?? '',
  brandColor: brandColor ?? '',
})

function ProfileForm({ profile }: { profile: SavedProfile }) {
  const { role } = useCurrentUser()
  const mayChange = allows(access, role)
  const { address: savedAddress, brandColor: savedColor } = profile
  const saved = useMemo(
    () => toFormValues({ address: savedAddress, brandColor: savedColor }),
    [savedAddress, savedColor],
  )
  const saveProfile = useSaveProfile()
  const form = useForm<ProfileValues, unknown, CompanyProfile>({
    resolver,
    defaultValues: saved,
    disabled: !mayChange,
  })
  const saving = useSettingsForm(form, {
    draft: 'company profile',
    saved,
    save: async (output) => toFormValues(await saveProfile.mutateAsync(output)),
  })
  const { errors } = form.formState
  const [address, brandColor] = useWatch({ control: form.control, name: ['address', 'brandColor'] })
  const { companyName, logoUrl } = profile

  return (
    <SettingsForm label={t('Company profile')} saving={saving} access={access} task={task}>
      {!mayChange && (
        <div className="p-4 md:p-5">
          <Alert tone="info">
            {t('Only Admin can change the company profile. Ask an admin if you need a change.')}
          </Alert>
        </div>
      )}
      <SettingsSection title={t('Company')} description={t('On packing slips and in emails to your customers.')}>
        <LogoField hasLogo={logoUrl !== null} />
        <Field
          label={t('Address')}
          hint={t('As shown on a shipping label. Undeliverable packages are returned here.')}
          isOptional
          error={errors.address?.message}
        >
          {(control) => <Textarea {...control} {...form.register('address')} rows={4} className="max-w-96" />}
        </Field>
        <ColorField control={form.control} />
      </SettingsSection>
      <SettingsSection title={t('Preview')} description={t('The top of a packing slip and an email.')}>
        <ProfilePreview
          companyName={companyName}
          logoUrl={logoUrl}
          {...(mayChange ? { address, brandColor } : { address: savedAddress, brandColor: savedColor })}
        />
      </SettingsSection>
    </SettingsForm>
  )
}

function LogoField({ hasLogo }: { hasLogo: boolean }) {
  const queryClient = useQueryClient()
  const take = (profile: SavedProfile) => queryClient.setQueryData(profileKey, profile)
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">{t('Logo')}</legend>
      <ImageUpload
        noun={t('logo')}
        rule={logoRule}
        hasImage={hasLogo}
        access={access}
        task={task}
        upload={async (file) => {
          take(await upload(companyProfileApi.uploadLogo, file, {}))
          toast({ title: t('Logo Uploaded'), description: t('It now appears on packing slips and new emails') })
        }}
        remove={async () => {
          take(await call(companyProfileApi.removeLogo, {}))
          toast({ title: t('Logo Removed'), description: t('It no longer appears on packing slips or new emails') })
        }}
      />
    </fieldset>
  )
}

const defaultColor = '#00687b'

function ColorField({ control }: { control: Control<ProfileValues, unknown, CompanyProfile> }) {
  const { field, fieldState } = useController({ control, name: 'brandColor' })
  const { disabled = false, onChange, onBlur, ref } = field
  const value = field.value ?? ''
  return (
    <Field
      label={t('Brand color')}
      hint={t('For buttons and headings. Text on it is white or black, whichever is easier to read.')}
      isOptional
      error={fieldState.error?.message}
    >
      {(described) => (
        <div className="flex flex-wrap items-center gap-2">
          <input
            type="color"
            aria-label={t('Pick a brand color')}
            className="h-10 w-14 rounded-md border border-line-strong bg-raised p-1 disabled:cursor-not-allowed md:h-8"
            value={hexColor.test(value.toLowerCase()) ? value.toLowerCase() : defaultColor}
            onChange={({ target }) => onChange(target.value)}
            disabled={disabled}
          />
          <Input
            {...described}
            ref={ref}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            disabled={disabled}
            placeholder={defaultColor}
            autoComplete="off"
            className="max-w-32 font-mono"
          />
        </div>
      )}
    </Field>
  )
}

type ProfilePreviewProps = {
  companyName: string
  logoUrl: string | null
  /** These two as they are typed. */
  address: string | null
  brandColor: string | null
}

/** Black on white in every theme, as on paper and in most mail programs. In English, as packing slips and emails are. */
function ProfilePreview({ companyName, logoUrl, address, brandColor }: ProfilePreviewProps) {
  const color = brandColor !== null && hexColor.test(brandColor.toLowerCase()) ? brandColor.toLowerCase() : null
  const lines = (address ?? '').split('\n').filter((line) => line.trim())
  return (
    <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
      <section aria-label={t('Packing slip')} className="rounded-lg border bg-white p-4 text-black">
        <div className="grid gap-2 border-b-2 pb-3" style={{ borderColor: color ?? '#000000' }}>
          {logoUrl && <img src={logoUrl} alt="" className="max-h-12 max-w-full justify-self-start" />}
          <div>
            <p className="font-semibold wrap-anywhere">{companyName}</p>
            <address className="text-sm whitespace-pre-line not-italic wrap-anywhere">{lines.join('\n')}</address>
          </div>
        </div>
        <p className="mt-3 text-lg font-semibold" style={color === null ? {} : { color: inkOf(color) }}>
          {'Packing slip'}
        </p>
      </section>
      <section aria-label={t('Email')} className="rounded-lg border bg-white p-4 text-black">
        {logoUrl && <img src={logoUrl} alt="" className="mb-2 max-h-10 max-w-full" />}
        <p className="mb-3 font-semibold wrap-anywhere">{companyName}</p>
        <p className="mb-3">{'Your order is on its way.'}</p>
        <p
          className="inline-block rounded-lg px-4 py-2 font-semibold"
          style={{ backgroundColor: color ?? defaultColor, color: color === null ? '#ffffff' : textOn(color) }}
        >
          {'Track your parcel'}
        </p>
        {lines.length > 0 && <p className="mt-3 text-xs wrap-anywhere">{lines.join(', ')}</p>}
      </section>
    </div>
  )
}

function useSaveProfile() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (profile: CompanyProfile) => call(companyProfileApi.save, profile),
    onSuccess: (profile) => {
      toast({ title: t('Settings Saved'), description: t('The company profile has been updated') })
      queryClient.setQueryData(profileKey, profile)
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('Error'),
        description: t('Failed to save the company profile. {error}', { error: errorMessage(error) }),
      }),
  })
}
