"""The API's document as those who send its examples read it."""
import copy


def with_examples(document):
    """The document with each example in its place, also one that stands once for several places."""
    shared = document["components"]["examples"]
    for methods in document["paths"].values():
        for operation in methods.values():
            for part in [operation.get("requestBody", {}), *operation.get("responses", {}).values()]:
                for media in part.get("content", {}).values():
                    for named in media.pop("examples", {}).values():
                        media["example"] = copy.deepcopy(shared[named["$ref"].rsplit("/", 1)[1]]["value"])
    return document
