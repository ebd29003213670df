#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""validate.py SCHEMA[#/path] FILE... - check JSON files against a schema (or a part of it)."""
import json
import sys

import jsonschema


def main():
    name, _, pointer = sys.argv[1].partition("#")
    with open(name, encoding="utf-8") as file:
        schema = json.load(file)
    if pointer:
        schema = {"$schema": schema["$schema"], "$ref": "#" + pointer, "$defs": schema["$defs"]}
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    wrong = 0
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        for error in validator.iter_errors(document):
            print(f"{path}: /{'/'.join(map(str, error.absolute_path))}: {error.message}", file=sys.stderr)
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
