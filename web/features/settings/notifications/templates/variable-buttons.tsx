import Plus from 'lucide-react/icons/plus'
import type { TemplateVariable } from '#contract/message-templates.ts'
import { Button } from '#web/ui/button.tsx'
import { variableLabels } from './template-words.ts'

type VariableButtonsProps = {
  variables: readonly TemplateVariable[]
  isDisabled: boolean
  onInsert: (variable: TemplateVariable) => void
}

export function VariableButtons({ variables, isDisabled, onInsert }: VariableButtonsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm text-muted">Insert what differs from message to message:</legend>
      <div className="flex flex-wrap gap-2">
        {variables.map((variable) => (
          <Button key={variable} size="small" disabled={isDisabled} onClick={() => onInsert(variable)}>
            <Plus aria-hidden />
            {variableLabels[variable]}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
