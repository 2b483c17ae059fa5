import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { locale, t } from '#contract/i18n.ts'
import { type Draft, dropDraft, readDraft, writeDraft } from '#web/lib/drafts.ts'
import { sessionKey, useCurrentUser } from '#web/lib/session.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TimeZone, useNow } from './relative-time.tsx'
import { rich } from './rich.tsx'

/** The draft of this name, of this person in this company. It is offered until it was restored or discarded. */
export function useDraft(name: string | null) {
  const owner = sessionKey(useCurrentUser())
  const [offered, setOffered] = useState<Draft | null>(() => (name === null ? null : readDraft({ owner, name })))
  const withdraw = useCallback(() => setOffered(null), [])
  const write = useCallback((values: unknown) => name !== null && writeDraft({ owner, name }, values), [owner, name])
  const drop = useCallback(() => name !== null && dropDraft({ owner, name }), [owner, name])
  return { offered, withdraw, write, drop }
}

type FormDraft = {
  offered: Draft | null
  restore: () => void
  discard: () => void
  /** Once it was saved, or the person has chosen to lose it. */
  drop: () => void
}

/**
 * Keeps the changed fields of a form as a draft while they are typed, and offers them again when the form is opened next. Only changed
 * fields, so that restoring takes nothing back that a colleague has saved in the others. `name` null keeps nothing; fields with secrets
 * stand in `secrets`.
 */
export function useFormDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: string | null,
  secrets: readonly (keyof Values)[] = [],
): FormDraft {
  const { offered, withdraw, write, drop } = useDraft(name)
  const { isDirty, defaultValues } = form.formState
  const hasWritten = useRef(false)
  const [hidden] = useState(secrets)

  useEffect(() => {
    if (!isDirty) {
      if (hasWritten.current) drop()
      hasWritten.current = false
      return undefined
    }
    const keep = () => write(changedValues(form.getValues(), defaultValues ?? {}, hidden))
    hasWritten.current = true
    keep()
    return form.subscribe({ formState: { values: true }, callback: keep })
  }, [form, isDirty, defaultValues, hidden, write, drop])

  function restore() {
    const values = form.getValues()
    const known = Object.entries(offered?.values ?? {}).filter(([field]) => field in values)
    form.reset({ ...values, ...Object.fromEntries(known) }, { keepDefaultValues: true })
    withdraw()
    const [first] = known
    if (first) form.setFocus(first[0] as Path<Values>)
  }

  function discard() {
    if (!isDirty) drop()
    withdraw()
  }

  return { offered, restore, discard, drop }
}

/** Without what the form was opened with, and without secrets. */
function changedValues(values: FieldValues, saved: FieldValues, secrets: readonly PropertyKey[]): FieldValues {
  const isChanged = (field: string) => JSON.stringify(values[field]) !== JSON.stringify(saved[field])
  return Object.fromEntries(Object.entries(values).filter(([field]) => isChanged(field) && !secrets.includes(field)))
}

type DraftNoticeProps = { draft: Pick<FormDraft, 'offered' | 'restore' | 'discard'> }

/** Offers what was typed before a reload, a crash or the end of a session. */
export function DraftNotice({ draft: { offered, restore, discard } }: DraftNoticeProps) {
  if (!offered) return null
  return (
    <Alert
      tone="info"
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={restore}>
            {t('Restore')}
          </Button>
          <Button size="small" variant="quiet" onClick={discard}>
            {t('Discard')}
          </Button>
        </div>
      }
    >
      {rich(t('You have unsaved changes from {time}.'), { time: <DraftTime draft={offered} /> })}
    </Alert>
  )
}

/** Such as "2:41 PM" today and "Nov 18, 2:41 PM" before, in the company's time zone. */
export function DraftTime({ draft: { at } }: { draft: Draft }) {
  const timeZone = useContext(TimeZone)
  const now = useNow()
  const dayOf = (moment: Date) => new Intl.DateTimeFormat(locale(), { dateStyle: 'short', timeZone }).format(moment)
  const moment = new Date(at)
  const date = dayOf(moment) === dayOf(new Date(now)) ? {} : ({ month: 'short', day: 'numeric' } as const)
  const format = new Intl.DateTimeFormat(locale(), { ...date, hour: 'numeric', minute: '2-digit', timeZone })
  return <time dateTime={at}>{format.format(moment)}</time>
}
