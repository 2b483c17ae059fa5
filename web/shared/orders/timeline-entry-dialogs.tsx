/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- the list of colleagues belongs to a text box, whose keys choose from it; it keeps the focus */
import { zodResolver } from '@hookform/resolvers/zod'
import { cx } from 'class-variance-authority'
import { type ComponentProps, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { z } from 'zod'
import { line, plain } from '#contract/fields.ts'
import { t } from '#contract/i18n.ts'
import type { OrderPerson } from '#contract/order-assignments.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { DraftNotice, useFormDraft } from '../drafts.tsx'
import { FormFooter } from '../form-footer.tsx'
import { showServerErrors, useSingleFlight } from '../form-submission.ts'
import { ServerErrorAlert } from '../server-error-alert.tsx'
import { type OrderDialogProps, useAddNote, useDeleteNote, useEditNote } from './api.ts'
import { useOrderPeople } from './teamwork-api.ts'

export function AddNoteDialog({ order: { id, orderNumber }, onClose }: OrderDialogProps) {
  const addNote = useAddNote()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Add a note to order {orderNumber}', { orderNumber })}
      description={t('Appears in the order’s timeline under your name. The customer won’t see it.')}
    >
      <NoteForm
        text=""
        draft={`note on order ${id}`}
        action={t('Add note')}
        serverError={addNote.error}
        onSave={(note) => addNote.mutateAsync({ orderId: id, ...note })}
        onClose={onClose}
      />
    </Dialog>
  )
}

type NoteDialogProps = { orderId: string; note: { id: string; text: string }; onClose: () => void }

export function EditNoteDialog({ orderId, note: { id, text }, onClose }: NoteDialogProps) {
  const editNote = useEditNote()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('Edit your note')}
      description={t('Your colleagues will see that it was edited.')}
    >
      <NoteForm
        text={text}
        draft={`note ${id}`}
        action={t('Save note')}
        serverError={editNote.error}
        onSave={(note) => editNote.mutateAsync({ orderId, noteId: id, ...note })}
        onClose={onClose}
      />
    </Dialog>
  )
}

export function DeleteNoteDialog({ orderId, note: { id }, onClose }: NoteDialogProps) {
  const deleteNote = useDeleteNote()
  const singleFlight = useSingleFlight()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete your note?')}
      confirmLabel={t('Delete note')}
      isDangerous
      isPending={deleteNote.isPending}
      details={<ServerErrorAlert error={deleteNote.error} />}
      onConfirm={() => singleFlight(() => deleteNote.mutateAsync({ orderId, noteId: id }).then(onClose))}
    >
      {t('It will disappear from the timeline. This can’t be undone.')}
    </ConfirmDialog>
  )
}

const longestNote = 2_000

/** The server stores one line, so line breaks become spaces. */
const NoteFields = z.object({
  text: z
    .string()
    .transform((typed) => plain(typed) ?? '')
    .pipe(line(t('Note'), longestNote)),
})

type NoteFormProps = {
  text: string
  /** Under which what is typed is kept until it is saved. */
  draft: string
  action: string
  serverError: unknown
  onSave: (note: { text: string; mentions: string[] }) => Promise<unknown>
  onClose: () => void
}

/** Whoever the text names with an @ when it is saved is mentioned. */
function NoteForm({ text, draft: draftName, action, serverError, onSave, onClose }: NoteFormProps) {
  const { data: people = [] } = useOrderPeople()
  const form = useForm({ resolver: zodResolver(NoteFields), defaultValues: { text } })
  const { field } = useController({ control: form.control, name: 'text' })
  const { errors, isSubmitting } = form.formState
  const draft = useFormDraft(form, draftName)

  const submit = form.handleSubmit(async (note) => {
    const mentions = people.filter(({ name }) => note.text.includes(`@${name}`)).map(({ id }) => id)
    try {
      await onSave({ text: note.text, mentions })
      draft.drop()
      onClose()
    } catch (error) {
      showServerErrors(form, error)
    }
  })

  function cancel() {
    draft.drop()
    onClose()
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <DraftNotice draft={draft} />
      <Field label={t('Note')} hint={t('Type @ to mention a colleague.')} error={errors.text?.message}>
        {(control) => <MentionTextarea {...control} {...field} people={people} onValueChange={field.onChange} />}
      </Field>
      <FormFooter
        action={action}
        serverError={errors.root?.['server'] ? serverError : null}
        isPending={isSubmitting}
        onCancel={cancel}
      />
    </form>
  )
}

type MentionTextareaProps = Omit<ComponentProps<typeof Textarea>, 'onChange' | 'value'> & {
  value: string
  onValueChange: (value: string) => void
  people: readonly OrderPerson[]
}

/** A text box that offers the company's people after an @. */
function MentionTextarea({ value, onValueChange, people, ...textarea }: MentionTextareaProps) {
  const listId = useId()
  const optionId = (position: number) => `${listId}-${position}`
  const [begun, setBegun] = useState<BegunMention | null>(null)
  const [active, setActive] = useState(0)
  const box = useRef<HTMLDivElement>(null)
  /** The text with the chosen name, and where the caret goes in it. */
  const chosen = useRef<{ text: string; caret: number } | null>(null)
  const matches = begun ? people.filter(({ name }) => isMatch(name, begun.typed)).slice(0, mostOffered) : []

  function choose(person: OrderPerson | undefined) {
    if (!begun || !person) return
    const end = begun.at + 1 + begun.typed.length
    const text = `${value.slice(0, begun.at)}@${person.name} ${value.slice(end)}`
    chosen.current = { text, caret: begun.at + person.name.length + 2 }
    onValueChange(text)
    setBegun(null)
  }

  // With the text, before the next key: a caret that moves a frame later scatters what is typed meanwhile.
  useLayoutEffect(() => {
    if (chosen.current?.text !== value) return
    const { caret } = chosen.current
    box.current?.querySelector('textarea')?.setSelectionRange(caret, caret)
    chosen.current = null
  })

  function press(event: KeyboardEvent) {
    if (matches.length === 0) return
    const keys: Record<string, () => void> = {
      ArrowDown: () => setActive((active + 1) % matches.length),
      ArrowUp: () => setActive((active + matches.length - 1) % matches.length),
      Enter: () => choose(matches[active]),
      Tab: () => choose(matches[active]),
      Escape: () => setBegun(null),
    }
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return (
    <div ref={box} className="relative">
      <Textarea
        {...textarea}
        value={value}
        aria-autocomplete="list"
        aria-controls={matches.length > 0 ? listId : undefined}
        aria-activedescendant={matches.length > 0 ? optionId(active) : undefined}
        onChange={({ target }) => {
          onValueChange(target.value)
          setBegun(findBegunMention(target.value, target.selectionStart))
          setActive(0)
        }}
        onKeyDown={press}
        onBlur={(event) => {
          setBegun(null)
          textarea.onBlur?.(event)
        }}
      />
      {matches.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('Colleagues')}
          tabIndex={-1}
          // Pressing on the list must not take the focus from the box, which would close it.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-48 animate-pop overflow-y-auto rounded-lg border bg-raised p-1 shadow-overlay"
        >
          {matches.map((person, position) => (
            <div
              key={person.id}
              id={optionId(position)}
              role="option"
              tabIndex={-1}
              aria-selected={position === active}
              onClick={() => choose(person)}
              onMouseMove={() => setActive(position)}
              className={cx(
                'flex min-h-10 items-center rounded-md px-2.5 select-none md:min-h-8',
                position === active && 'bg-hover',
              )}
            >
              {person.name}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

const mostOffered = 8

/** An @ before the caret, and what has been typed of the name. */
type BegunMention = { at: number; typed: string }

/** Not inside an e-mail address: the @ begins a word. A finished name and a blank match nobody, which closes the list. */
function findBegunMention(text: string, caret: number): BegunMention | null {
  const found = /(?:^|\s)@([^@\n]{0,60})$/u.exec(text.slice(0, caret))
  const typed = found?.[1]
  return typed === undefined ? null : { at: caret - typed.length - 1, typed }
}

const isMatch = (name: string, typed: string): boolean => {
  const sought = typed.toLowerCase()
  return name.toLowerCase().startsWith(sought) || name.toLowerCase().includes(` ${sought}`)
}
