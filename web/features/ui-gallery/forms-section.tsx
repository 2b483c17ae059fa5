import { useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { GallerySection } from './gallery-section.tsx'

const fruits = [
  { value: 'apple', label: 'Apple' },
  { value: 'pear', label: 'Pear' },
  { value: 'quince', label: 'Quince', isDisabled: true },
] as const

export function FormsSection() {
  const [fruit, setFruit] = useState<(typeof fruits)[number]['value'] | ''>('')
  return (
    <GallerySection title="Forms">
      <div className="grid w-full gap-4 md:grid-cols-2">
        <Field label="Name" hint="As it stands on the invoice.">
          {(control) => <Input {...control} defaultValue="Ana Ruiz" />}
        </Field>
        <Field label="Email" error="Enter an address such as ana@example.com.">
          {(control) => <Input {...control} type="email" defaultValue="ana@" />}
        </Field>
        <Field label="Fruit">
          {(control) => <Select {...control} options={fruits} value={fruit} onValueChange={setFruit} />}
        </Field>
        <Field label="Locked">{(control) => <Input {...control} disabled defaultValue="Can't be changed" />}</Field>
        <Field label="Address" isOptional>
          {(control) => <Textarea {...control} placeholder="Street, city, postal code" />}
        </Field>
      </div>
    </GallerySection>
  )
}
