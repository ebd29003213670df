#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""validate.py SCHEMA[#/path] FILE... - check JSON files against a schema (or a part of it).

With - in place of these it reads lines SCHEMA[#/path] TAB FILE, and answers each with a line: `valid`, or what is wrong.
"""
import json
import sys

import jsonschema

validators = {}


def validator_of(argument):
    name, _, pointer = argument.partition("#")
    with open(name, encoding="utf-8") as file:
        text = file.read()
    if (text, pointer) not in validators:
        schema = json.loads(text)
        if pointer:
            schema = {"$schema": schema["$schema"], "$ref": "#" + pointer, "$defs": schema["$defs"]}
        kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
        kind.check_schema(schema)
        validators[text, pointer] = kind(schema)
    return validators[text, pointer]


def wrong(schema, path):
    validator = validator_of(schema)
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    return [f"{path}: /{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in validator.iter_errors(document)]


def answer():
    for line in sys.stdin:
        try:
            errors = wrong(*line.rstrip("\n").split("\t"))
        except (OSError, ValueError, jsonschema.SchemaError) as error:
            errors = [f"{line.strip()}: {error}"]
        print("valid" if not errors else "; ".join(errors).replace("\n", " "), flush=True)


def main():
    if sys.argv[1] == "-":
        return answer()
    errors = [error for path in sys.argv[2:] for error in wrong(sys.argv[1], path)]
    print("\n".join(errors), file=sys.stderr)
    return bool(errors)


if __name__ == "__main__":
    sys.exit(main())
