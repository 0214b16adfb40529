import { Float } from '../../core/json.ts';
import { PyFunction } from '../values/call.ts';
import type { Value } from '../values/context.ts';
import { Namespace } from '../values/objects.ts';
import { textOf } from '../values/protocol.ts';
import { PyObject } from '../values/py-object.ts';
import { Undefined } from '../values/undefined.ts';
import { isDict, PySet, Tuple } from '../values/values.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** The underscore attributes of every Python object. */
const OF_OBJECTS = words(
  '__class__ __delattr__ __dir__ __doc__ __eq__ __format__ __ge__ __getattribute__ __getstate__ __gt__ __hash__ __init__ ' +
    '__init_subclass__ __le__ __lt__ __ne__ __new__ __reduce__ __reduce_ex__ __repr__ __setattr__ __sizeof__ __str__ __subclasshook__',
);
const OF_CONTAINERS = words(
  '__len__ __contains__ __iter__ __getitem__ __add__ __mul__ __rmul__ __iadd__ __imul__ __setitem__ __delitem__ __reversed__ ' +
    '__class_getitem__ __or__ __ror__ __ior__ __and__ __sub__ __xor__ __getnewargs__ __mod__ __rmod__',
);
const OF_NUMBERS = words(
  '__abs__ __add__ __and__ __bool__ __ceil__ __divmod__ __float__ __floor__ __floordiv__ __getnewargs__ __index__ __int__ ' +
    '__invert__ __lshift__ __mod__ __mul__ __neg__ __or__ __pos__ __pow__ __radd__ __round__ __rshift__ __sub__ __truediv__ __trunc__ __xor__',
);
const OF_FUNCTIONS = words(
  '__annotations__ __builtins__ __call__ __closure__ __code__ __defaults__ __dict__ __func__ __get__ __globals__ __kwdefaults__ ' +
    '__module__ __name__ __qualname__ __self__ __type_params__ __wrapped__ __text_signature__',
);
const OF_TYPES = words(
  'mro __mro__ __base__ __bases__ __basicsize__ __subclasses__ __subclasscheck__ __instancecheck__ __prepare__ __dict__ __module__ ' +
    '__name__ __qualname__ __call__ __weakrefoffset__ __flags__ __itemsize__ __dictoffset__',
);
const OF_INSTANCES = words('__dict__ __module__ __weakref__ __call__ __slots__');

const LIST_CHANGES = words('append clear pop reverse insert sort extend remove');
const DICT_CHANGES = words('clear pop popitem setdefault update');
const SET_CHANGES = words(
  'add clear difference_update discard pop remove symmetric_difference_update update intersection_update',
);
const CODE = words(
  'gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_await cr_origin ag_frame ag_code f_globals f_locals',
);

/**
 * Whether Python's sandbox blocks an existing attribute: internals, and methods that change a list, dict or
 * set.
 */
export function isUnsafe(value: Value, name: string): boolean {
  if (value instanceof Namespace) return false;
  if (!name.startsWith('_')) {
    if (Array.isArray(value)) return LIST_CHANGES.has(name);
    if (value instanceof PySet) return SET_CHANGES.has(name);
    if (isDict(value) || (value instanceof PyObject && value.typeName === 'ReadOnlyDict')) {
      return DICT_CHANGES.has(name);
    }
    if (value instanceof PyFunction && value.typeName === 'type') return name === 'mro';
    return value instanceof PyObject && CODE.has(name) && value.typeName === 'generator';
  }
  if (OF_OBJECTS.has(name)) return true;
  if (Array.isArray(value) || value instanceof Tuple || value instanceof PySet || isDict(value)) {
    return OF_CONTAINERS.has(name);
  }
  if (textOf(value) !== undefined) return OF_CONTAINERS.has(name);
  if (value instanceof PyFunction) return (value.typeName === 'type' ? OF_TYPES : OF_FUNCTIONS).has(name);
  if (value instanceof PyObject) {
    return (
      OF_INSTANCES.has(name) ||
      (value.callable && !(value instanceof Undefined) ? OF_FUNCTIONS : OF_CONTAINERS).has(name)
    );
  }
  return value !== null && (typeof value !== 'object' || value instanceof Float) && OF_NUMBERS.has(name);
}
