import { type FocusEvent, useRef } from 'react'
import type { TemplateRow } from '#contract/notifications.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { insertAtCaret, insertAtEnd, type TextBox } from './insert-at-caret.ts'
import type { TemplateForm } from './template-fields.ts'
import { VariableButtons } from './variable-buttons.tsx'

type TemplateBoxesProps = { form: TemplateForm; template: TemplateRow }

export function TemplateBoxes({ form, template: { method, variables } }: TemplateBoxesProps) {
  const { errors, disabled } = form.formState
  const boxes = useRef<HTMLDivElement>(null)
  const lastBox = useRef<TextBox>(null)
  const remember = (event: FocusEvent<TextBox>) => {
    lastBox.current = event.currentTarget
  }

  function insert(text: string) {
    const message = boxes.current?.querySelector('textarea')
    if (lastBox.current) insertAtCaret(lastBox.current, text)
    else if (message) insertAtEnd(message, text)
  }

  return (
    <div ref={boxes} className="grid min-w-0 content-start gap-4">
      {method === 'email' && (
        <Field label="Subject" error={errors.subject?.message}>
          {(control) => <Input {...control} {...form.register('subject')} autoComplete="off" onFocus={remember} />}
        </Field>
      )}
      <Field label="Message" error={errors.body?.message}>
        {(control) => (
          <Textarea {...control} {...form.register('body')} rows={method === 'email' ? 12 : 6} onFocus={remember} />
        )}
      </Field>
      <VariableButtons variables={variables} isDisabled={disabled} onInsert={(variable) => insert(`{{${variable}}}`)} />
    </div>
  )
}
